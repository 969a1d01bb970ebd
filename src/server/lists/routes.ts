import type { houseLists } from '../../shared/contract/house-lists.ts'
import type { Handlers } from '../http/call.ts'

export const listsRoutes: Handlers<typeof houseLists> = {}
