import { z } from 'zod'
import type { Bridge, HostSettings } from '../shared/bridge.ts'
import { kept } from './kept.ts'

const shape = z.object({ language: z.string().nullable(), theme: z.string().nullable() })

export interface Settings {
  commands: Bridge['settings']
  language(): string | null
}

/** Language and theme as this computer's user last chose them; until then main speaks the system's language. */
export function openSettings(systemLanguage: string): Settings {
  const file = kept<HostSettings>('settings', shape, { language: null, theme: null })
  return {
    language: () => file.get().language ?? systemLanguage,
    commands: {
      get: async () => file.get(),
      async set(change) {
        file.set({ ...file.get(), ...change })
        return file.get()
      },
    },
  }
}
