import type { peopleArea } from '../../../shared/areas/people/area.ts'
import { sideMenu } from '../../../shared/areas.ts'
import { daysAgo, type ServerArea } from '../../http/area.ts'
import { type Handlers, reply } from '../../http/call.ts'
import type { Context } from '../../http/context.ts'
import { createUser, updateUser } from './accounts.ts'
import { getDemoOutbox, requestCode, signInOptions } from './codes.ts'
import { changePassword, endOtherSessions, listSessions, resetPassword, saveProfile } from './own-account.ts'
import { signIn, signOut } from './sign-in.ts'
import { getUserDetails, seeAs, stopSeeingAs } from './user-account.ts'
import { userQuery } from './user-list.ts'

/** Who may sign in and as what, and what people do with accounts: their own and others'. */
function routes(context: Context): Handlers<typeof peopleArea.calls> {
  const { sessions, limits, mail } = context
  return {
    login: (input, work) => signIn(input, work, sessions, limits.refusedSignInMs),
    requestOtp: (input, work) => requestCode(input, work, context),
    createUser,
    getUsers: userQuery.page,
    getSidemenu: async (_, { caller }) => reply({ groups: sideMenu(caller) }),
    getUserDetails,
    updateUser: (input, work) => updateUser(input, work, sessions),
    changePassword: (input, work) => changePassword(input, work, sessions),
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

export const peopleServer: ServerArea<typeof peopleArea> = {
  routes,
  exports: { exportUsers: userQuery },
  async removeOld(db) {
    await db.deleteFrom('one_time_code').where('created_at', '<', daysAgo(1)).execute()
    await db.deleteFrom('session').where('expires_at', '<', daysAgo(30)).execute()
  },
}
