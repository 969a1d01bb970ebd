import type { auth } from '../../shared/contract/auth.ts'
import type { house } from '../../shared/contract/house.ts'
import type { users } from '../../shared/contract/users.ts'
import { sideMenu } from '../../shared/domain/side-menu.ts'
import { type Handlers, said } from '../http/call.ts'
import type { Limits } from '../http/limits.ts'
import type { Sessions } from '../http/sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { userDetails } from './user-details.ts'

export function authRoutes(sessions: Sessions, limits: Limits): Handlers<typeof auth> {
  return { login: (input, work) => signIn(input, work, sessions, limits.refusedSignInMs) }
}

export const usersRoutes: Handlers<typeof users> = {
  getSidemenu: async (_, { caller }) => said({ groups: sideMenu(caller) }),
  getUserDetails: async (_, { db, caller }) => said({ user: await userDetails(db, caller.userId) }),
}

export function sessionRoutes(sessions: Sessions): Pick<Handlers<typeof house>, 'endSession'> {
  return { endSession: (_, work) => signOut(work, sessions) }
}
