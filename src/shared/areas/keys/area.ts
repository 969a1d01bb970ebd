import { area } from '../../kernel/area.ts'
import { screen } from '../../kernel/screens.ts'
import { keyStates, keysCalls, keysRights } from './calls.ts'

export const keysArea = area({
  calls: keysCalls,
  rights: keysRights,
  screens: [screen('administration', '/ops/api-keys', 'API keys', 'key', keysRights.manageKeys)],
  entities: ['api_key'],
  events: { 'api_key.created': 'API key made', 'api_key.revoked': 'API key revoked' },
  words: Object.values(keyStates),
})
