import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { benchFolder, withDatabase } from './database.ts'
import { byTurns } from './measure.ts'
import { startProgram } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const AIM_MS = 1_500
const root = join(import.meta.dirname, '..')

/** From the start of the process to its line, on a folder that is there: our built server beside bare Fastify and PostgreSQL. */
export async function benchStart(options: Options): Promise<BenchRow[]> {
  await buildIfNeeded()
  const folder = await benchFolder()
  const dataDir = join(folder, 'data')
  try {
    await withDatabase({ dataDir }, ({ owner }) => seedDemo(owner))
    const turns = await byTurns(sized(options, { whole: 5, quick: 2, smoke: 1 }), {
      ours: () => started([join(root, 'out/main/serve.js'), '--data', dataDir, '--port', '0']),
      peer: () => started([join(root, 'bench/bare-start.ts'), dataDir]),
    })
    const name = 'start on an existing folder, beside bare Fastify + embedded PostgreSQL'
    return [timeRow(name, turns, `<= ${AIM_MS} ms`, turns.ours <= AIM_MS)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function started(args: readonly string[]): Promise<number> {
  const program = await startProgram(args)
  await program.stop()
  return program.readyMs
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchStart({ size: sizeAsked() }))
