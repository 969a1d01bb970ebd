import type { ServerChoice } from '../../../shared/bridge.ts'
import { host } from '../../host/host.ts'

/** Saves the choice and starts the app anew. Throws where it was refused; otherwise the app goes down with this page. */
export function restartWith(choice: ServerChoice): Promise<void> {
  // biome-ignore lint/correctness/useHookAtTopLevel: a command of the bridge, no hook
  return host.settings.useServer(choice)
}
