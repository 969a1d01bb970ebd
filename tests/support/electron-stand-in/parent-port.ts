/** Loaded before a utility process's entry: gives it Electron's `process.parentPort`. */
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message)
  }
  start(): void {}
}

const port = new ParentPort()
process.on('message', (data) => port.emit('message', { data, ports: [] }))
// A utility process ends with its app.
process.once('disconnect', () => process.exit(1))
Object.defineProperty(process, 'parentPort', { value: port })
Object.defineProperty(process, 'type', { value: 'utility' })
