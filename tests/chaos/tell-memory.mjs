import { appendFileSync } from 'node:fs'

// Loaded before the server where its memory is measured: at SIGUSR2 it collects what is garbage and writes down what is left.
const file = process.env.CHAOS_MEMORY_FILE
if (file && globalThis.gc) {
  process.on('SIGUSR2', () => {
    globalThis.gc()
    const { heapUsed, rss, external } = process.memoryUsage()
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), heapUsed, rss, external })}\n`)
  })
}
