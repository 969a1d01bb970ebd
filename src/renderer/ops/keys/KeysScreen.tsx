import './keys.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { type KeyRow, keyState, keyStates } from '../../../shared/areas/keys/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { oneOfParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'

/** Which other systems may call Selvedge, in whose role, and until when. */
export function KeysScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(keysParams)
  const keys = useAnswer('keys.getKeys', {})
  const rows = keys.data?.rows ?? []
  const create = useDialog(CreateKeyDialog)
  const revoke = useRevokeKey()
  const fields = [...columnsOf(state.tab), ...(state.tab === 'revoked' ? [] : [revokeField(revoke.ask)])]
  const inTab = (tab: typeof state.tab) => rows.filter((row) => tab === 'all' || keyState(row) === tab)
  const tabs = ([...keyTabs, 'all'] as const).map((tab) => ({
    key: tab,
    label: t(tab === 'all' ? key('All') : keyStates[tab]),
    count: keys.data && inTab(tab).length,
  }))
  const shown = inTab(state.tab)
  const none = state.tab === 'active' ? t('No system calls Selvedge yet') : t('No API keys here')
  return (
    <Page
      title={t('API keys')}
      tabs={tabs}
      tab={state.tab}
      onTab={(tab) => set({ tab }, 'push')}
      tools={<Button intent="primary" icon={<Plus />} text={t('New API key…')} onClick={() => create.open()} />}
    >
      <Loaded
        answer={keys}
        empty={{
          is: () => shown.length === 0,
          shows: (
            <EmptyState title={none} text={t('With an API key another system reads and changes what its role may.')} />
          ),
        }}
      >
        {() => (
          <FieldTable
            label={t('API keys')}
            fields={fields}
            className="keys-list"
            rows={shown}
            rowKey={({ id }) => id}
            sort="-created"
          />
        )}
      </Loaded>
      {create.dialog}
      {revoke.dialog}
    </Page>
  )
}

const keyTabs = ['active', 'expired', 'revoked'] as const

/** What the address of the keys says. */
export const keysParams = { tab: oneOfParam([...keyTabs, 'all'], 'active') }

const DAY_MS = 86_400_000
/** Whoever looks after the other system still has time to change its key. */
const SOON_DAYS = 14

const columns = {
  name: { id: 'name', header: key('Key name'), of: (row) => row.name },
  hint: { id: 'hint', header: key('Begins with'), kind: 'code', of: (row) => `${row.hint}…` },
  status: {
    ...{ id: 'status', header: key('Status'), kind: 'part', by: (row) => keyState(row) },
    of: (row) => <StatusTag status={keyStates[keyState(row)]} tone={tones[keyState(row)]} />,
  },
  role: { id: 'role', header: key('Role'), kind: 'word', of: (row) => wordOf(row.role) },
  vendor: {
    ...{ id: 'vendor', header: key('Vendor') },
    of: ({ vendor }, { name }) => vendor && `${vendor.id} · ${name(vendor.name, vendor.name_zh)}`,
  },
  lastUsed: {
    ...{ id: 'last_used', header: key('Last used'), by: (row) => row.last_used_at },
    mark: (row) => (row.last_used_at === null ? 'muted' : undefined),
    of: ({ last_used_at }, { instant, t }) => (last_used_at === null ? t('Never used') : instant(last_used_at)),
  },
  expires: {
    ...{ id: 'expires', header: key('Expires'), kind: 'instant', of: (row) => row.expires_at },
    mark: (row) => (expiresSoon(row) ? 'warn' : undefined),
  },
  created: { id: 'created', header: key('Created'), kind: 'instant', of: (row) => row.created_at },
  createdBy: { id: 'created_by', header: key('Created by'), of: (row) => row.created_by },
  revoked: {
    ...{ id: 'revoked', header: key('Revoked on'), kind: 'instant', of: (row) => row.revoked_at },
    hint: (row) => row.revoked_by ?? '',
  },
  revokedBy: { id: 'revoked_by', header: key('Revoked by'), of: (row) => row.revoked_by },
} as const satisfies Record<string, ShownField<KeyRow>>

const tones = { active: 'good', expired: 'warn', revoked: 'neutral' } as const

function expiresSoon(row: KeyRow): boolean {
  return keyState(row) === 'active' && Date.parse(row.expires_at) - Date.now() < SOON_DAYS * DAY_MS
}

/** What a tab is about says no column. */
function columnsOf(tab: (typeof keyTabs)[number] | 'all'): ShownField<KeyRow>[] {
  const { name, hint, status, role, vendor, lastUsed, expires, created, createdBy, revoked, revokedBy } = columns
  return [
    ...[name, hint, ...(tab === 'all' ? [status] : []), role, vendor, lastUsed, expires, created],
    ...(tab === 'all' ? [revoked] : tab === 'revoked' ? [revoked, revokedBy] : [createdBy]),
  ]
}

const revokeField = (onRevoke: (row: KeyRow) => void): ShownField<KeyRow> => ({
  ...{ id: 'revoke', header: key('Revoke'), kind: 'end', isQuiet: true },
  of: (row, { t }) =>
    keyState(row) === 'revoked' ? (
      ''
    ) : (
      <Button
        size="small"
        variant="minimal"
        intent="danger"
        text={t('Revoke…')}
        aria-label={`${t('Revoke…')} ${row.name}`}
        onClick={() => onRevoke(row)}
      />
    ),
})

function useRevokeKey() {
  const { t } = useLocale()
  return useAskedAction(({ id }: KeyRow, options) => api.keys.revokeKey({ key_id: id }, options), {
    ask: ({ name }) => ({
      title: t('Revoke the API key {{name}}?', { name }),
      text: t('Whatever uses it is refused from this moment on. This cannot be taken back; what it did stays.'),
      confirm: t('Revoke API key'),
      isDangerous: true,
    }),
    refresh: ['keys'],
  })
}
