import { fork } from 'node:child_process'
import { endOf, type ChildProgram } from '../../async/child-program.ts'

/** Starts a program of ours with this same Node. It neither keeps this process from ending nor outlives it. */
export function forkNode(program: string): ChildProgram {
  const child = fork(program, { stdio: 'ignore', execArgv: [], windowsHide: true })
  const kill = () => void child.kill('SIGKILL')
  child.unref()
  child.channel?.unref()
  process.once('exit', kill)
  const ended = endOf(child)
  void ended.then(() => process.off('exit', kill))
  return {
    // What could not be sent was for a program that has ended, and `ended` tells.
    post: (request) => void child.send(request, () => undefined),
    answer: new Promise((resolve) => child.once('message', resolve)),
    hear: (listener) => void child.on('message', listener),
    ended,
    kill,
  }
}
