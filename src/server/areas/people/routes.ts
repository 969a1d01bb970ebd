import type { peopleArea } from '../../../shared/areas/people/area.ts'
import { sideMenu } from '../../../shared/areas.ts'
import { daysAgo } from '../../database/today.ts'
import type { ServerArea } from '../../http/area.ts'
import { type Handlers, personOf, reply } from '../../http/call.ts'
import type { ServerContext } from '../../http/context.ts'
import { removeOldCounts } from '../../http/counts.ts'
import { removeOldDevices } from '../../http/devices.ts'
import { passingScreens } from '../company/first-day.ts'
import { createUser, siteChoices, updateUser } from './accounts.ts'
import { getDemoOutbox, requestCode, signInOptions } from './codes.ts'
import { removeOldFailures } from './failed-sign-ins.ts'
import { changePassword, endOtherSessions, listSessions, resetPassword, saveProfile } from './own-account.ts'
import { getRoleRights, setRoleRight } from './role-rights.ts'
import { signIn, signOut } from './sign-in.ts'
import { getUserDetails, seeAs, stopSeeingAs } from './user-account.ts'
import { userQuery } from './user-list.ts'
import { createVendorAccounts, vendorAccountsFile, vendorsWithoutAccount } from './vendor-accounts.ts'

/** Who may sign in and as what, and what people do with accounts: their own and others'. */
function routes(server: ServerContext): Handlers<typeof peopleArea.calls> {
  const { sessions, mail } = server
  return {
    login: (input, context) => signIn(input, context, server),
    requestOtp: (input, context) => requestCode(input, context, server),
    createUser,
    siteChoices,
    vendorsWithoutAccount,
    createVendorAccounts,
    vendorAccountsFile,
    getUsers: userQuery.page,
    getSidemenu: async (_, { db, caller }) =>
      reply({ groups: sideMenu(personOf(caller), '', await passingScreens(db, personOf(caller))) }),
    getUserDetails,
    getRoleRights,
    setRoleRight: (input, context) => setRoleRight(input, context, sessions),
    updateUser: (input, context) => updateUser(input, context, sessions),
    changePassword: (input, context) => changePassword(input, context, server),
    endSession: (_, context) => signOut(context, sessions),
    signInOptions: (_, { db }) => signInOptions(db, mail),
    resetPassword: (input, context) => resetPassword(input, context, server),
    saveProfile: (input, context) => saveProfile(input, context, sessions),
    listSessions: (_, context) => listSessions(context),
    endOtherSessions: (_, context) => endOtherSessions(context, sessions),
    seeAs: (input, context) => seeAs(input, context, sessions),
    stopSeeingAs: (_, context) => stopSeeingAs(context, sessions),
    getDemoOutbox: (_, { db }) => getDemoOutbox(db, mail),
  }
}

export const peopleServer: ServerArea<typeof peopleArea> = {
  routes,
  exports: { exportUsers: userQuery },
  async removeOld(db) {
    await db.deleteFrom('one_time_code').where('created_at', '<', daysAgo(1)).execute()
    await db.deleteFrom('session').where('expires_at', '<', daysAgo(30)).execute()
    await removeOldFailures(db)
    await removeOldDevices(db)
    await removeOldCounts(db)
  },
}
