import { eitherOf, rights, rolesOf } from '../../kernel/rights.ts'

export const gatePassRights = rights({
  gatePasses: {
    group: 'Warehouse',
    label: 'See gate passes and goods on the road; shops see those from and to shops',
    roles: ['warehouse', 'retail_admin', 'ops', 'admin', 'super_admin'],
  },
  gatePassSend: {
    group: 'Warehouse',
    label: 'Make, pack and submit gate passes',
    roles: ['warehouse', 'ops', 'admin', 'super_admin'],
  },
  gatePassSendBack: {
    group: 'Retail',
    label: 'Send returnable goods of a shop back to where they came from',
    roles: ['retail_admin'],
  },
  gatePassReceive: {
    group: 'Warehouse',
    label: 'Receive goods of a gate pass and complete it; shops at shops',
    roles: ['warehouse', 'retail_admin', 'ops', 'admin', 'super_admin'],
  },
  storeInwards: {
    group: 'Retail',
    label: 'See and receive what is on its way to shops',
    roles: ['retail_admin', 'ops', 'admin', 'super_admin'],
  },
  gatePassLead: {
    group: 'Warehouse',
    label: 'Reopen gate passes, settle their differences, change their settings, see quantities of blind receipts',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = {
  ...rolesOf(gatePassRights),
  /** Roles that pack and submit passes: any pass, or those that bring a shop's returnable goods back. */
  gatePassPack: eitherOf(gatePassRights.gatePassSend.roles, gatePassRights.gatePassSendBack.roles),
}
