import { z } from 'zod'
import type { HostSettings, UpdateChannel } from '../shared/bridge.ts'
import { kept } from './kept.ts'

const shape = z.object({
  language: z.string().nullable().default(null),
  theme: z.string().nullable().default(null),
  updateChannel: z.enum(['stable', 'beta']).default('stable'),
  isSetUp: z.boolean().default(false),
})

export interface Settings {
  get(): HostSettings
  set(change: Partial<HostSettings>): HostSettings
  language(): string | null
  updateChannel(): UpdateChannel
}

/** What this computer's user last chose; until a language was chosen main speaks the system's. */
export function openSettings(systemLanguage: string): Settings {
  const file = kept<HostSettings>('settings', shape, shape.parse({}))
  return {
    get: () => file.get(),
    set(change) {
      file.set({ ...file.get(), ...change })
      return file.get()
    },
    language: () => file.get().language ?? systemLanguage,
    updateChannel: () => file.get().updateChannel,
  }
}
