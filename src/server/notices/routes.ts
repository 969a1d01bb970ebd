import type { houseNotices } from '../../shared/contract/house-notices.ts'
import type { Handlers } from '../http/call.ts'

export const noticesRoutes: Handlers<typeof houseNotices> = {}
