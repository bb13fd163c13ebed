import { EventEmitter } from 'node:events'

// Loaded before a program that Electron would start as a utility process: there it has a port, here Node's channel.

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
})
Object.defineProperty(process, 'type', { value: 'utility' })
Object.defineProperty(process, 'parentPort', { value: port })
process.on('message', (data) => port.emit('message', { data }))
