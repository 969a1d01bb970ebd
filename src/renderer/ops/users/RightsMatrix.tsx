import { Button } from '@blueprintjs/core'
import { EyeOpen, Tick } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import type { KeyboardEvent } from 'react'
import { lockWords } from '../../../shared/areas/people/rules.ts'
import { hasRight, type Right, rights, rightsMatrix } from '../../../shared/areas.ts'
import { type Role, roles } from '../../../shared/kernel/roles.ts'
import { isRight, lockOf } from '../../../shared/right-bounds.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer, useCounts } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { wordOf } from '../../i18n/code-words.ts'
import { ScrollPart } from '../../kit/Page.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { teamFor } from '../../people/person-words.tsx'
import { useSeeAs } from '../../people/see-as.tsx'
import { sessionAtom } from '../../session/session.ts'
import { useLocale } from '../../table/words.ts'

type RoleRight = CallData<'people.getRoleRights'>['rows'][number]

/** A right of a role, as it is now. */
interface Cell {
  right: Right
  role: Role
  may: boolean
  /** Who made it other than usual; null where it is as usual. */
  changed: RoleRight | null
}

/**
 * What each role may do, and how many people have it; a super administrator changes it within bounds. The same table is behind
 * the calls, the menu and the screens.
 */
export function RightsMatrix({ onRole }: { onRole: (role: Role) => void }) {
  const { t } = useLocale()
  const counts = useCounts('people.getUsers', {})
  const changed = useAnswer('people.getRoleRights', {}).data
  const session = useAtomValue(sessionAtom)
  const user = session.state === 'signed-in' ? session.user : null
  const own = user?.role
  const seeAs = useSeeAs()
  const change = useRoleRight(counts)
  const mayChange = user !== null && hasRight(user, 'changeRights')
  const rows = rightsMatrix()
  const groups = [...new Set(rows.map(({ group }) => group))]
  const cellOf = (right: Right, role: Role): Cell => {
    const found = changed?.rows.find((row) => row.right === right && row.role === role) ?? null
    return { right, role, may: found?.may ?? hasRight({ role }, right), changed: found }
  }
  return (
    <ScrollPart className="rights" label={t('Roles and rights')}>
      {mayChange ? (
        <p className="rights-hint">
          {t(
            'Press a tick or a dot to change what a role may do. Pale ones are fixed, and say why when you point at them.',
          )}
        </p>
      ) : null}
      <table onKeyDown={walkCells}>
        <thead>
          <tr>
            <th scope="col" className="rights-corner">
              {t('Right')}
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" data-own={role === own || undefined}>
                <RoleHead
                  role={role}
                  count={counts[role] ?? 0}
                  onRole={onRole}
                  onSeeAs={
                    user && role !== 'super_admin' && hasRight(user, 'seeAsRole')
                      ? () => seeAs.open({ role, team: teamFor(role, null) })
                      : null
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" className="rights-group">
                {t(group)}
              </th>
              <td colSpan={roles.length} className="rights-group" aria-hidden="true" />
            </tr>
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <tr key={row.right}>
                  <th scope="row">{t(row.label)}</th>
                  {roles.map((role) => (
                    <td key={role} data-own={role === own || undefined}>
                      <May cell={cellOf(row.right, role)} onChange={mayChange ? change.ask : null} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
      {changed && changed.history.length > 0 ? <Changes history={changed.history} /> : null}
      {seeAs.dialog}
      {change.dialog}
    </ScrollPart>
  )
}

/** Asks before it changes a role's right: it is many people's. */
function useRoleRight(counts: Record<string, number>) {
  const { t, plural } = useLocale()
  const words = (right: Right, role: Role) => ({ right: t(rights[right].label), role: t(wordOf(role)) })
  return useAskedAction(
    ({ right, role, may }: { right: Right; role: Role; may: boolean }, options) =>
      api.people.setRoleRight({ right, role, may }, options),
    {
      ask: ({ right, role, may }) => ({
        title: may
          ? t('Give {{role}} this right?', words(right, role))
          : t('Take this right from {{role}}?', words(right, role)),
        text: [
          t('“{{right}}”.', words(right, role)),
          plural(counts[role] ?? 0, '{{n}} person has this role.', '{{n}} people have this role.'),
          t('It holds from their next step on, and is written down with your name.'),
        ].join(' '),
        confirm: may ? t('Give') : t('Take away'),
        isDangerous: !may,
      }),
      done: (_, { right, role, may }) =>
        may
          ? t('{{role}} may now: {{right}}', words(right, role))
          : t('{{role}} may no longer: {{right}}', words(right, role)),
      refresh: ['people.getRoleRights'],
    },
  )
}

/** Arrows go from cell to cell, as in a sheet; only cells that can be changed are stepped on. */
function walkCells(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key]
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  const row = cell?.parentElement
  if (!step || !cell || !(row instanceof HTMLTableRowElement)) return
  const { rows } = event.currentTarget
  const [down = 0, right = 0] = step
  for (let [y, x] = [row.rowIndex + down, cell.cellIndex + right]; rows[y]?.cells[x]; y += down, x += right) {
    const button = rows[y]?.cells[x]?.querySelector<HTMLElement>('button.rights-cell')
    if (!button) continue
    event.preventDefault()
    button.focus()
    return
  }
}

interface MayProps {
  cell: Cell
  /** Null for who may only look. */
  onChange: ((change: { right: Right; role: Role; may: boolean }) => void) | null
}

function May({ cell, onChange }: MayProps) {
  const { t, instant } = useLocale()
  const { right, role, may, changed } = cell
  const lock = lockOf(right, role)
  const by = changed
    ? t('Changed by {{name}}, {{when}}', { name: changed.set_by, when: instant(changed.set_at) })
    : undefined
  const said = may ? t('May') : t('May not')
  const sign = (
    <span className={may ? 'rights-may' : 'rights-not'} aria-hidden="true">
      {may ? <Tick size={14} /> : '·'}
    </span>
  )
  if (onChange === null || lock !== null) {
    return (
      <span
        className="rights-fixed"
        data-pale={(onChange !== null && lock !== null) || undefined}
        title={onChange && lock ? t(lockWords[lock]) : by}
      >
        {sign}
        <span className="sr-only">{said}</span>
      </span>
    )
  }
  const label = [t(wordOf(role)), t(rights[right].label), said].join(' · ')
  return (
    <button
      type="button"
      className="rights-cell"
      aria-label={label}
      aria-pressed={may}
      data-changed={changed !== null || undefined}
      title={by}
      onClick={() => onChange({ right, role, may: !may })}
    >
      {sign}
    </button>
  )
}

/** What was changed of the matrix, newest first. */
function Changes({ history }: { history: CallData<'people.getRoleRights'>['history'] }) {
  const { t } = useLocale()
  const about = (right: string, role: unknown) =>
    [typeof role === 'string' ? t(wordOf(role)) : null, isRight(right) ? t(rights[right].label) : right]
      .filter(Boolean)
      .join(' · ')
  const events = history.map((event) => ({ ...event, words: about(event.right, event.details.role) }))
  return (
    <section className="rights-changes" aria-label={t('What was changed')}>
      <h2>{t('What was changed')}</h2>
      <Timeline events={events} about={({ words }) => <div className="user-about">{words}</div>} />
    </section>
  )
}

interface RoleHeadProps {
  role: Role
  count: number
  onRole: (role: Role) => void
  onSeeAs: (() => void) | null
}

function RoleHead({ role, count, onRole, onSeeAs }: RoleHeadProps) {
  const { t, plural } = useLocale()
  const name = t(wordOf(role))
  return (
    <div className="rights-role">
      <span className="rights-name">{name}</span>
      <span className="rights-tools">
        <Button
          variant="minimal"
          size="small"
          text={plural(count, '{{n}} person', '{{n}} people')}
          title={t('Show the people with this role')}
          onClick={() => onRole(role)}
        />
        {onSeeAs ? (
          <Button
            variant="minimal"
            size="small"
            icon={<EyeOpen size={12} />}
            aria-label={`${t('See as this role')}: ${name}`}
            title={t('See as this role')}
            onClick={onSeeAs}
          />
        ) : null}
      </span>
    </div>
  )
}
