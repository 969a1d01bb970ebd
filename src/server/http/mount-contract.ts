import type { FastifyInstance } from 'fastify'
import { contract } from '../../shared/contract/index.ts'
import { opsRoutes } from '../ops/routes.ts'
import { trackUserActions } from '../other/track-user-actions.ts'
import { authRoutes, sessionRoutes, usersRoutes } from '../people/routes.ts'
import type { Context } from './context.ts'
import { mount } from './mount.ts'

/** Every area of the contract with its handlers. */
export function mountContract(app: FastifyInstance, context: Context): void {
  mount(app, 'auth', contract.auth, authRoutes(context.sessions, context.limits), context)
  mount(app, 'users', contract.users, usersRoutes, context)
  mount(app, 'ops', contract.ops, opsRoutes, context)
  mount(app, 'other', contract.other, { trackUserActions }, context)
  mount(app, 'house', contract.house, sessionRoutes(context.sessions), context)
}
