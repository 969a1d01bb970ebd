import type { houseTrace } from '../../shared/contract/house-trace.ts'
import type { Handlers } from '../http/call.ts'

export const traceRoutes: Handlers<typeof houseTrace> = {}
