import type { houseLanguages } from '../../shared/contract/house-languages.ts'
import type { Handlers } from '../http/call.ts'

export const languagesRoutes: Handlers<typeof houseLanguages> = {}
