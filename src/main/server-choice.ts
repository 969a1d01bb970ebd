import type { Bridge } from '../shared/bridge.ts'
import { Problem } from './problem.ts'
import type { ServerPlace } from './server-address.ts'
import type { Say } from './words.ts'

/** Which server the app uses, as the settings choose it. */
export function serverChoice(parts: {
  place: ServerPlace
  say: Say
}): Pick<Bridge['settings'], 'server' | 'testServer' | 'useServer'> {
  const { place, say } = parts
  const unbuilt = () => Promise.reject(new Problem('refused', say('The request of the screen was not understood.')))
  return {
    server: async () => (place.kind === 'remote' ? { kind: 'company', url: place.url } : { kind: 'embedded' }),
    testServer: unbuilt,
    useServer: unbuilt,
  }
}
