import { execFile, type ExecFileOptions } from 'node:child_process'

/** What a system program says; rejects with what it complained of. */
export function programOutput(
  program: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error, said, complaint) =>
      error ? reject(new Error(complaint.trim() || error.message)) : resolve(said),
    )
  })
}

/** A system program's output; none when it fails: then there is no setting to honour. */
export const systemOutput = (program: string, args: readonly string[]) =>
  programOutput(program, args, { timeout: 3_000, windowsHide: true }).catch(() => '')
