import { defineConfig } from '@playwright/test'

/** The built main and preload, on Electron where its binary is, otherwise on the stand-in (docs/desktop.md). */
// biome-ignore lint/style/noDefaultExport: Playwright takes its configuration so.
export default defineConfig({
  testDir: 'tests/desktop',
  globalSetup: './tests/desktop/set-up.ts',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results/desktop',
})
