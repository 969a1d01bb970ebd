import type { Bridge } from '../shared/bridge.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

type LifeCommand =
  | 'supportBundle'
  | 'licences'
  | 'takeLink'
  | 'takeMishap'
  | 'updates'
  | 'checkForUpdates'
  | 'installUpdate'

/** What the bridge offers of the app's life; each is a module of its own. */
export function lifeCommands({ say }: { say: Say }): Pick<Bridge['app'], LifeCommand> {
  const unbuilt = () => Promise.reject(new Problem('refused', say('The request of the screen was not understood.')))
  return {
    supportBundle: unbuilt,
    licences: unbuilt,
    takeLink: async () => null,
    takeMishap: async () => null,
    updates: async () => ({ state: 'off', reason: '' }),
    checkForUpdates: async () => ({ state: 'off', reason: '' }),
    installUpdate: unbuilt,
  }
}
