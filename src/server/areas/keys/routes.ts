import type { keysArea } from '../../../shared/areas/keys/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { createKey, getKeys, revokeKey } from './keys.ts'

export const keysServer: ServerArea<typeof keysArea> = { routes: { getKeys, createKey, revokeKey } }
