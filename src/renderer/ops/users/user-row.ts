import type { RowOf } from '../../actions/useRows.ts'

/** An account as those see it who manage users. */
export type UserRow = RowOf<'users.getUsers'>
