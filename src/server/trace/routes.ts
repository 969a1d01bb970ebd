import type { houseTrace } from '../../shared/contract/house-trace.ts'
import type { Handlers } from '../http/call.ts'
import { findTraced } from './find.ts'
import { traceLife, traceStretch } from './life.ts'

export const traceRoutes: Handlers<typeof houseTrace> = { findTraced, traceLife, traceStretch }
