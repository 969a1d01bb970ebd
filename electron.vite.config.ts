import { cpSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { writeCompressedCopies } from './scripts/compressed-copies.ts'
import { contractWithoutSchemas } from './scripts/contract-without-schemas.ts'
import { fewFiles } from './scripts/few-files.ts'
import { firstPageFiles } from './scripts/first-page-files.ts'
import { licencesText } from './scripts/licences.ts'

const root = import.meta.dirname

/** The server runs from the same build in all three ways, so its SQL travels beside it. */
const copyMigrations = {
  name: 'copy-migrations',
  closeBundle() {
    cpSync(resolve(root, 'src/server/database/migrations'), resolve(root, 'out/main/migrations'), { recursive: true })
  },
}

/** Delivered with the app and shown in its settings; a licence that may not be delivered ends the build. */
const writeLicences = {
  name: 'write-licences',
  closeBundle() {
    writeFileSync(resolve(root, 'out/main/licences.txt'), licencesText(root))
  },
}

/** Prepared once: packing at each request would cost the server's only thread. */
const compressCopies = {
  name: 'compress-copies',
  closeBundle() {
    writeCompressedCopies(resolve(root, 'out/renderer'))
  },
}

export default defineConfig({
  main: {
    plugins: [copyMigrations, writeLicences],
    build: {
      // Made of hundreds of small modules: bundled they load four times as fast, and the server starts sooner.
      externalizeDeps: { exclude: ['kysely', 'zod', 'uuid'] },
      rollupOptions: {
        input: {
          index: resolve(root, 'src/main/index.ts'),
          serve: resolve(root, 'src/server/serve.ts'),
          'server-process': resolve(root, 'src/server/server-process.ts'),
          'sheet-worker': resolve(root, 'src/server/sheets/sheet-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: resolve(root, 'src/preload/index.ts') },
        // A sandboxed preload must be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src/renderer'),
    resolve: { alias: [{ find: /^zod$/, replacement: resolve(root, 'src/renderer/api/zod-without-eval.ts') }] },
    plugins: [react(), contractWithoutSchemas(), firstPageFiles(), compressCopies],
    build: {
      outDir: resolve(root, 'out/renderer'),
      // Left alone, electron-vite packs nothing small: a browser edition on a slow line would wait for comments.
      minify: true,
      cssMinify: true,
      rollupOptions: {
        input: { index: resolve(root, 'src/renderer/index.html') },
        // Files that few screens share may need each other: each module is run when it is first needed, not where its file lies.
        output: { codeSplitting: fewFiles, strictExecutionOrder: true },
      },
    },
  },
})
