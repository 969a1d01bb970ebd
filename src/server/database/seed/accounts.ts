import type { Role, Team } from '../../../shared/domain/roles.ts'

/** One person of the demo data. */
export interface DemoAccount {
  email: string
  name: string
  role: Role
  team: Team | null
  /** The vendor's code, for the role `vendor` only. */
  vendor: string | null
}

/** Every demo account has this password. */
export const demoPassword = 'selvedge-demo'

function person(mailbox: string, name: string, role: Role, team: Team | null = null, vendor: string | null = null) {
  return { email: `${mailbox}@demo.selvedge`, name, role, team, vendor }
}

/** A person of every role and team in the specification (section 6), in the order in which the README lists them. */
export const demoAccounts: readonly DemoAccount[] = [
  person('vendor', 'Chen Meiling 陈美玲', 'vendor', null, 'GZ01'),
  person('vendor2', 'Liu Wei 刘伟', 'vendor', null, 'SZ02'),
  person('internal', 'Zhou Ting 周婷', 'internal_team'),
  person('ops', 'Ananya Rao', 'ops'),
  person('ops-team', 'Huang Jie 黄洁', 'ops_team'),
  person('china-qc', 'Wang Lei 王磊', 'china_warehouse_team', 'china'),
  person('india-qc', 'Rohan Mehta', 'india_qc_manager', 'india'),
  person('india-inward', 'Sunita Yadav', 'india_qc_inward_wh', 'india'),
  person('warehouse', 'Imran Shaikh', 'warehouse', 'warehouse'),
  person('retail', 'Priya Nair', 'retail_admin', 'retail'),
  person('cad', 'Deepak Verma', 'cad', 'india'),
  person('buyer', 'Kavya Iyer', 'bm_team'),
  person('buyer-admin', 'Lin Yue 林悦', 'bm_admin', 'china'),
  person('buyer-admin-india', 'Meera Kapoor', 'bm_admin', 'india'),
  person('cataloguer', 'Xu Fang 徐芳', 'cataloging_team', 'china'),
  person('admin', 'Arjun Malhotra', 'admin'),
  person('admin-india', 'Neha Sharma', 'admin', 'india'),
  person('admin-warehouse', 'Vikram Singh', 'admin', 'warehouse'),
  person('admin-retail', 'Fatima Khan', 'admin', 'retail'),
  person('super-admin', 'Tara Menon', 'super_admin'),
  person('super-admin-india', 'Sanjay Gupta', 'super_admin', 'india'),
  person('super-admin-warehouse', 'Joseph Thomas', 'super_admin', 'warehouse'),
  person('super-admin-retail', 'Aisha Qureshi', 'super_admin', 'retail'),
]

/** An account that cannot simply sign in. */
export interface OddAccount extends DemoAccount {
  state: 'inactive' | 'locked' | 'must-change-password'
}

/** Not in the README: they show what an account may come to. The one with a new password due signs in with the demo's. */
export const oddAccounts: readonly OddAccount[] = [
  { ...person('left', 'Zhang Qiang 张强', 'internal_team'), state: 'inactive' },
  { ...person('vendor-old', 'Guo Min 郭敏', 'vendor', null, 'SZ02'), state: 'inactive' },
  { ...person('forgetful', 'Rahul Desai', 'warehouse', 'warehouse'), state: 'locked' },
  { ...person('newcomer', 'Li Na 李娜', 'ops_team'), state: 'must-change-password' },
]
