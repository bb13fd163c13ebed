import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fakeElectron } from '../contract/fake-electron.ts'

const utilityEntry = new URL('./utility-process.ts', import.meta.url).href

/** A utility process as Electron starts it, on Node: it knows its port and not its parent. */
class Utility extends EventEmitter {
  readonly stdout: ChildProcess['stdout']
  private readonly child: ChildProcess

  constructor(program: string, args: string[], { stdio }: { stdio: 'pipe' | 'ignore' }) {
    super()
    this.child = fork(program, args, {
      execArgv: ['--import', utilityEntry],
      stdio: ['ignore', stdio, 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    this.stdout = this.child.stdout
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (code) => this.emit('exit', code))
    process.once('exit', () => this.child.kill('SIGKILL'))
  }
  postMessage(message: object): void {
    this.child.send(message)
  }
  kill(): boolean {
    return this.child.kill()
  }
}

/** Ends this process when nothing objects, as Electron does. */
function quit(): void {
  let isHeld = false
  fakeElectron.app.emit('will-quit', { preventDefault: () => (isHeld = true) })
  if (!isHeld) process.exit(0)
}

/** What a packed app finds as the module `electron`: the contract tests' own, with processes that are real. */
export const electron = {
  ...fakeElectron,
  app: Object.assign(fakeElectron.app, { quit }),
  utilityProcess: {
    fork: (program: string, args: string[], options: { stdio: 'pipe' | 'ignore' }) =>
      new Utility(program, args, options),
  },
}
