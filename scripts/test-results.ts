/** What the suites' JSON reports say: what passed and failed, and where the time went. */

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** What failed, and what passed only on a second try: said once more at the end, where a long log is read first. */
  notes: string[]
  files: FileTime[]
}

/** A test file and how long its tests took. */
export interface FileTime {
  file: string
  seconds: number
}

/** As the JSON reporters of Vitest and Playwright, and our benches, write it. */
export interface Results {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  testResults?: {
    name: string
    message?: string
    startTime?: number
    endTime?: number
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors?: { message?: string }[]
  /** Of bench/run.ts and tests/chaos/run.ts, which write what is wanted here. */
  benches?: Omit<Counts, 'files'>
  suites?: PlaywrightSuite[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    file: string
    line: number
    title: string
    tests: { projectName: string; status: string; results: { duration?: number; error?: { message?: string } }[] }[]
  }[]
}

/** The beginning: a page's whole text may stand in one line. */
const shown = (message = '') =>
  message
    .split('\n')
    .slice(0, 12)
    .map((line) => line.slice(0, 240))
    .join('\n    ')

export function readVitest(found: Results): Counts {
  return {
    passed: found.numPassedTests ?? 0,
    failed: found.numFailedTests ?? 0,
    skipped: found.numPendingTests ?? 0,
    notes: vitestNotes(found),
    files: (found.testResults ?? []).map(({ name, startTime = 0, endTime = 0 }) => ({
      file: name,
      seconds: (endTime - startTime) / 1_000,
    })),
  }
}

export function readPlaywright(found: Results): Counts {
  const tests = (found.suites ?? []).flatMap(testsOf)
  const seconds = new Map<string, number>()
  for (const { file, results } of tests)
    for (const { duration = 0 } of results) seconds.set(file, (seconds.get(file) ?? 0) + duration / 1_000)
  return {
    passed: (found.stats?.expected ?? 0) + (found.stats?.flaky ?? 0),
    failed: (found.stats?.unexpected ?? 0) + (found.stats === undefined ? 1 : 0) + (found.errors?.length ?? 0),
    skipped: found.stats?.skipped ?? 0,
    notes: playwrightNotes(tests, found.errors),
    files: [...seconds].map(([file, seconds]) => ({ file, seconds })),
  }
}

/** Reads what bench/run.ts and tests/chaos/run.ts write. */
export function readProgram(found: Results): Counts {
  return { passed: 0, failed: 1, skipped: 0, notes: [], ...found.benches, files: [] }
}

function vitestNotes({ testResults = [] }: Results): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const broken = failed.length === 0 && message ? [`FAILED ${name}\n    ${shown(message)}`] : []
    return [
      ...broken,
      ...failed.map((test) => `FAILED ${name} › ${test.fullName}\n    ${shown(test.failureMessages?.[0])}`),
    ]
  })
}

interface PlaywrightTest {
  file: string
  place: string
  status: string
  results: { duration?: number; error?: { message?: string } }[]
}

function testsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightTest[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ projectName, status, results }) => {
      const place = `${file}:${line} › ${title}${projectName ? ` [${projectName}]` : ''}`
      return { file, place, status, results }
    }),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function playwrightNotes(tests: PlaywrightTest[], errors: Results['errors'] = []): string[] {
  const notes = tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ place, status, results }) => {
      const word = status === 'flaky' ? 'PASSED ON A SECOND TRY' : 'FAILED'
      return `${word} ${place}\n    ${shown(results.find(({ error }) => error)?.error?.message)}`
    })
  return [...notes, ...errors.map(({ message }) => `FAILED ${shown(message)}`)]
}
