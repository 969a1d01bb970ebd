import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from './build-if-needed.ts'
import { installSystemPackages } from './system-packages.ts'

/** `npm test` runs every suite; `npm run test:server` and its sisters run one. Ends with `tests: N passed, N failed`. */

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', name)

interface Suite {
  /** The program and its arguments; its results go to the file named. */
  command: (results: string, more: readonly string[]) => string[]
  read: (results: Results) => Counts
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface Results {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numFailedTestSuites?: number
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors?: unknown[]
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
  read: (found) => ({
    passed: found.numPassedTests ?? 0,
    failed: found.numFailedTests ?? 0,
    skipped: found.numPendingTests ?? 0,
  }),
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
  read: ({ stats, errors }) => ({
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: (stats?.unexpected ?? 0) + (stats === undefined ? 1 : 0) + (errors?.length ?? 0),
    skipped: stats?.skipped ?? 0,
  }),
})

const screens = (...projects: string[]): Suite =>
  // Asked for one file by name, one of the two has nothing to do.
  playwright(
    'playwright.screens.config.ts',
    ...projects.map((project) => `--project=${project}`),
    '--pass-with-no-tests',
  )

/** The parts of a suite run beside each other: a browser leaves half of two cores idle. */
const suites: Record<string, Record<string, Suite>> = {
  server: { server: vitest },
  screens: { looking: screens('looking'), doing: screens('doing', 'printing') },
  desktop: { desktop: playwright('playwright.desktop.config.ts') },
}

const [wanted, ...more] = process.argv.slice(2)
const chosen = wanted === undefined ? Object.keys(suites) : [wanted]
const folder = mkdtempSync(join(tmpdir(), 'selvedge-results-'))
try {
  installSystemPackages()
  process.exitCode = (await runAll(chosen)) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function runAll(names: string[]): Promise<boolean> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const name of names) {
    const parts = suites[name]
    if (parts === undefined) throw new Error(`There is no suite ${name}: ${Object.keys(suites).join(', ')}.`)
    console.log(`\n== ${name} ==`)
    buildIfNeeded()
    const all = await Promise.all(Object.entries(parts).map(([part, suite]) => runSuite(part, suite)))
    for (const counts of all) {
      total.passed += counts.passed
      total.failed += counts.failed
      total.skipped += counts.skipped
    }
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\ntests: ${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed === 0 && total.passed > 0
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
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function run(args: string[], more: Record<string, string>): Promise<number> {
  const env = { ...process.env, ...more, NO_COLOR: '1', FORCE_COLOR: '0' }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
