import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { removeLeftovers } from '../tests/support/leftovers.ts'
import { buildIfNeeded } from './build-if-needed.ts'
import { endWithChildren, followNpm, isEnding } from './ending.ts'
import { installSystemPackages } from './system-packages.ts'
import { type Counts, type FileTime, type Results, readPlaywright, readProgram, readVitest } from './test-results.ts'

/** `npm test` runs every suite; `npm run test:server` and its sisters run one. Ends with `tests: N passed, N failed`. */

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', name)

interface Suite {
  /** The program and its arguments; its results go to the file named. */
  command: (results: string, more: readonly string[]) => string[]
  read: (results: Results) => Counts
}

const vitest: Suite = {
  command: (results, more) => [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...more,
  ],
  read: readVitest,
}

const playwright = (config: string, ...options: string[]): Suite => ({
  command: (_results, more) => [
    bin('@playwright/test/cli.js'),
    'test',
    '-c',
    config,
    '--reporter=list,json',
    ...options,
    ...more,
  ],
  read: readPlaywright,
})

const screens = (...projects: string[]): Suite =>
  // Asked for one file by name, one of the two has nothing to do.
  playwright(
    'playwright.screens.config.ts',
    ...projects.map((project) => `--project=${project}`),
    '--pass-with-no-tests',
  )

/** Every bench on tiny data: that it runs through, not how fast. */
const smoke = (shard: string): Suite => ({
  command: (results, more) => [join(root, 'bench/run.ts'), '--smoke', '--shard', shard, '--results', results, ...more],
  read: readProgram,
})

/** Servers, PostgreSQL, disk and lines fail under users of every area, for less than a minute. */
const chaos: Suite = {
  command: (results, more) => [join(root, 'tests/chaos/run.ts'), '--smoke', '--results', results, ...more],
  read: readProgram,
}

/** The parts of a suite run beside each other: a browser leaves half of two cores idle. */
const suites: Record<string, Record<string, Suite>> = {
  server: { server: vitest },
  screens: { looking: screens('looking'), doing: screens('doing', 'printing') },
  desktop: { desktop: playwright('playwright.desktop.config.ts') },
  bench: { 'bench-1': smoke('1/2'), 'bench-2': smoke('2/2') },
  chaos: { chaos },
}

const [wanted, ...more] = process.argv.slice(2)
const chosen = wanted === undefined ? Object.keys(suites) : [wanted]
const folder = mkdtempSync(join(tmpdir(), 'selvedge-results-'))
void followNpm()
const release = endWithChildren(async () => {
  rmSync(folder, { recursive: true, force: true })
  // Of tests that were cut off.
  await removeLeftovers()
})
try {
  installSystemPackages()
  process.exitCode = (await runAll(chosen)) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
  release()
}

async function runAll(names: string[]): Promise<boolean> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0, notes: [], files: [] }
  const times: FileTime[] = []
  for (const name of names) {
    const parts = suites[name]
    if (parts === undefined) throw new Error(`There is no suite ${name}: ${Object.keys(suites).join(', ')}.`)
    console.log(`\n== ${name} ==`)
    await buildIfNeeded()
    const begun = performance.now()
    const all = await Promise.all(Object.entries(parts).map(([part, suite]) => runSuite(part, suite)))
    for (const counts of all) {
      total.passed += counts.passed
      total.failed += counts.failed
      total.skipped += counts.skipped
      total.notes.push(...counts.notes)
      total.files.push(...counts.files)
    }
    times.push({ file: name, seconds: (performance.now() - begun) / 1_000 })
  }
  for (const note of total.notes) console.log(`\n${note}`)
  console.log(`\nseconds: ${listed(times)}`)
  const slowest = total.files.sort((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (slowest.length > 0) console.log(`slowest files: ${listed(slowest)}\n`)
  // Once more without their reasons: of a long log the last lines are read first.
  for (const note of total.notes) console.log(note.split('\n', 1)[0])
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\ntests: ${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed === 0 && total.passed > 0
}

function listed(times: readonly FileTime[]): string {
  return times
    .map(
      ({ file, seconds }) => `${relative(root, file.startsWith('/') ? file : join(root, file))} ${Math.round(seconds)}`,
    )
    .join(', ')
}

async function runSuite(name: string, suite: Suite): Promise<Counts> {
  const results = join(folder, `${name}.json`)
  const code = await run(suite.command(results, more), {
    PLAYWRIGHT_JSON_OUTPUT_NAME: results,
    SELVEDGE_RESULTS: join(root, 'test-results', name),
  })
  const counts = readCounts(suite, results)
  // A suite that broke down outside of its tests has failed too.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readCounts(suite: Suite, results: string): Counts {
  try {
    return suite.read(JSON.parse(readFileSync(results, 'utf8')) as Results)
  } catch (error) {
    console.error(`The suite left no results: ${String(error)}`)
    return { passed: 0, failed: 1, skipped: 0, notes: [`FAILED A suite left no results: ${String(error)}`], files: [] }
  }
}

function run(args: string[], more: Record<string, string>): Promise<number> {
  // Apps and servers are started by the hundred, and each would strip and compile the same modules.
  const cache = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') }
  const env = { ...process.env, ...cache, ...more, NO_COLOR: '1', FORCE_COLOR: '0' }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      if (!isEnding()) resolve(code ?? 1)
    })
  })
}
