import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const renderer = 'tests/contract/renderer-*.test.{ts,tsx}'

export default defineConfig({
  test: {
    // tests/screens and tests/desktop are Playwright's.
    projects: [
      {
        extends: true,
        // The server's modules are loaded once a worker: for each file they would take a fifth of the time. What a test keeps beside
        // its own database and server must go with the file (tests/support/after-file.ts).
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: [renderer],
          isolate: false,
          setupFiles: ['tests/support/each-file.ts'],
        },
      },
      // These put a browser's globals up.
      { extends: true, test: { name: 'renderer', include: [renderer] } },
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    // A hook may bring in the whole demo; on a busy machine that alone takes more than a minute.
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
  },
})
