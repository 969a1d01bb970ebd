import { defineConfig } from '@playwright/test'
import { chromiumPath, launched } from './tests/support/chromium.ts'

/** Among them: scans, of boxes of a supplier of their own, people, who make accounts of their own, and a story of samples whose styles those that go about move on. */
const looking = ['axe', 'language', 'lists', 'people', 'roles', 'sample-development', 'scan', 'screens', 'table'].map(
  (name) => `**/${name}.spec.ts`,
)

/** They print, which takes a browser that shows PDFs. */
const printing = ['printing.spec.ts', 'story.spec.ts'].map((name) => `**/${name}`)

/** The browser edition: a real Chromium against a real server with its own PostgreSQL. */
export default defineConfig({
  testDir: 'tests/screens',
  // Those that look at every screen and change no order or box, and those that go about and change them or print: `npm test` runs
  // the two beside each other, each with a server of its own. They take about the same time.
  projects: [
    { name: 'looking', testMatch: looking },
    { name: 'doing', testIgnore: [...looking, ...printing] },
    { name: 'printing', testMatch: printing, use: launched(chromiumPath({ complete: true })) },
  ],
  globalSetup: './tests/screens/set-up.ts',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Browsers and windows on a machine with two busy cores: what passes only on a second try is named at the end of the run.
  retries: 1,
  reporter: [['list']],
  outputDir: process.env.SELVEDGE_RESULTS ?? 'test-results/screens',
  preserveOutput: 'failures-only',
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // A trace keeps every page after every step, which is half of the time: SELVEDGE_TRACE=1 to look into a failure.
    // A page that a service worker answers for cannot be held up by a spec; the one that needs it says so.
    serviceWorkers: 'block',
    trace: process.env.SELVEDGE_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    ...launched(chromiumPath()),
  },
})
