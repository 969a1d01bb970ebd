import { defineConfig } from '@playwright/test'

/** The built main and preload, on Electron where its binary is, otherwise on the stand-in (docs/desktop.md). */
export default defineConfig({
  testDir: 'tests/desktop',
  globalSetup: './tests/desktop/set-up.ts',
  // Specs wait for apps to start more than they compute: three at a time fit two cores.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Browsers and windows on a machine with two busy cores: what passes only on a second try is named at the end of the run.
  retries: 1,
  reporter: [['list']],
  outputDir: 'test-results/desktop',
})
