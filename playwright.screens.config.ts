import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './tests/support/chromium.ts'

const executablePath = chromiumPath()

/** The browser edition: a real Chromium against a real server with its own PostgreSQL. */
export default defineConfig({
  testDir: 'tests/screens',
  globalSetup: './tests/screens/set-up.ts',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results/screens',
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
})
