import { config } from 'zod/v4'

// What `zod` is in the renderer's build (electron.vite.config.ts), so that this comes before the first schema. Otherwise zod
// tries whether it may make functions of text; the content policy says no, and counts each try as a breach.
config({ jitless: true })

export * from 'zod/v4'
