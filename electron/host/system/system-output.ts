import { execFile } from 'node:child_process'

/** A system program's output; none when it fails: then there is no setting to honour. */
export function systemOutput(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 3_000, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout),
    )
  })
}
