import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from './build-if-needed.ts'
import { followNpm } from './ending.ts'

void followNpm()
await buildIfNeeded()
// In this same process, so that signals and the exit code are the server's own.
await import(pathToFileURL(join(import.meta.dirname, '../out/main/serve.js')).href)
