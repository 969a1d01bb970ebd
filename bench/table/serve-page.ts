import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { OrderRow } from '../../src/shared/areas/orders/shapes.ts'
import { benchFolder } from '../database.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

export interface BenchPage {
  url: string
  stop(): Promise<void>
}

/** Builds the page with both grids into a temporary folder and serves it with these rows; the product's bundle has no part in it. */
export async function servePage(rows: readonly OrderRow[]): Promise<BenchPage> {
  const folder = await benchFolder()
  const root = join(import.meta.dirname, 'page')
  await build({
    configFile: false,
    root,
    base: '/',
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'esnext', chunkSizeWarningLimit: 5_000 },
  })
  await writeFile(join(folder, 'rows.json'), JSON.stringify(rows))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const path = normalize(pathname === '/' ? '/index.html' : pathname)
    const file = createReadStream(join(folder, path))
    file.once('error', () => response.writeHead(404).end())
    file.once('open', () => {
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
      file.pipe(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
