import type { auth } from '../../shared/contract/auth.ts'
import type { housePeople } from '../../shared/contract/house-people.ts'
import type { users } from '../../shared/contract/users.ts'
import { sideMenu } from '../../shared/domain/screens.ts'
import { type Handlers, said } from '../http/call.ts'
import type { Context } from '../http/context.ts'
import { createUser } from './create-user.ts'
import { getDemoOutbox, signInOptions } from './mail-options.ts'
import { endOtherSessions, listSessions, saveProfile } from './own-account.ts'
import { changePassword, resetPassword } from './own-password.ts'
import { requestCode } from './request-code.ts'
import { seeAs, stopSeeingAs } from './see-as.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updateUser } from './update-user.ts'
import { getUserDetails } from './user-account.ts'
import { listUsers } from './user-list.ts'

export function authRoutes(context: Context): Handlers<typeof auth> {
  const { sessions, limits } = context
  return {
    login: (input, work) => signIn(input, work, sessions, limits.refusedSignInMs),
    requestOtp: (input, work) => requestCode(input, work, context),
  }
}

export function usersRoutes({ sessions }: Context): Handlers<typeof users> {
  return {
    createUser,
    getUsers: listUsers,
    getSidemenu: async (_, { caller }) => said({ groups: sideMenu(caller) }),
    getUserDetails,
    updateUser: (input, work) => updateUser(input, work, sessions),
    changePassword: (input, work) => changePassword(input, work, sessions),
  }
}

export function housePeopleRoutes(context: Context): Handlers<typeof housePeople> {
  const { sessions, mail } = context
  return {
    endSession: (_, work) => signOut(work, sessions),
    signInOptions: (_, { db }) => signInOptions(db, mail),
    resetPassword: (input, work) => resetPassword(input, work, context),
    saveProfile: (input, work) => saveProfile(input, work, sessions),
    listSessions: (_, work) => listSessions(work),
    endOtherSessions: (_, work) => endOtherSessions(work, sessions),
    seeAs: (input, work) => seeAs(input, work, sessions),
    stopSeeingAs: (_, work) => stopSeeingAs(work, sessions),
    getDemoOutbox: (_, { db }) => getDemoOutbox(db, mail),
  }
}
