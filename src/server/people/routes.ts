import type { auth } from '../../shared/contract/auth.ts'
import type { housePeople } from '../../shared/contract/house-people.ts'
import type { users } from '../../shared/contract/users.ts'
import { sideMenu } from '../../shared/domain/screens.ts'
import { type Handlers, said } from '../http/call.ts'
import type { Context } from '../http/context.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { userDetails } from './user-details.ts'

const notYet = () => Promise.reject(new Error('not built yet'))

export function authRoutes({ sessions, limits }: Context): Handlers<typeof auth> {
  return {
    login: ({ email, password = '' }, work) => signIn({ email, password }, work, sessions, limits.refusedSignInMs),
    requestOtp: notYet,
  }
}

export function usersRoutes(_context: Context): Handlers<typeof users> {
  return {
    createUser: notYet,
    getUsers: notYet,
    getSidemenu: async (_, { caller }) => said({ groups: sideMenu(caller) }),
    getUserDetails: async (_, { db, caller }) =>
      said({ user: await userDetails(db, caller.userId), default_config: { teams: caller.team } }),
    updateUser: notYet,
    changePassword: notYet,
  }
}

export function housePeopleRoutes({ sessions }: Context): Handlers<typeof housePeople> {
  return {
    endSession: (_, work) => signOut(work, sessions),
    signInOptions: notYet,
    resetPassword: notYet,
    saveProfile: notYet,
    listSessions: notYet,
    endOtherSessions: notYet,
    seeAs: notYet,
    stopSeeingAs: notYet,
    getDemoOutbox: notYet,
  }
}
