import { Button } from '@blueprintjs/core'
import { EyeOpen, Tick } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { Fragment } from 'react'
import { hasRight, rightsMatrix } from '../../../shared/areas.ts'
import { type Role, roles } from '../../../shared/kernel/roles.ts'
import { useCounts } from '../../actions/useRows.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { ScrollPart } from '../../kit/Page.tsx'
import { teamFor } from '../../people/person-words.tsx'
import { useSeeAs } from '../../people/see-as.tsx'
import { sessionAtom } from '../../session/session.ts'
import { useLocale } from '../../table/words.ts'

/** What each role may do, and how many people have it. The same table is behind the calls, the menu and the screens. */
export function RightsMatrix({ onRole }: { onRole: (role: Role) => void }) {
  const { t } = useLocale()
  const counts = useCounts('people.getUsers', {})
  const session = useAtomValue(sessionAtom)
  const own = session.state === 'signed-in' ? session.user.role : null
  const seeAs = useSeeAs()
  const rows = rightsMatrix()
  const groups = [...new Set(rows.map(({ group }) => group))]
  return (
    <ScrollPart className="rights" label={t('Roles and rights')}>
      <table>
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
                    own && role !== 'super_admin' && hasRight({ role: own }, 'seeAsRole')
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
                      <May may={row.roles.includes(role)} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
      {seeAs.dialog}
    </ScrollPart>
  )
}

function May({ may }: { may: boolean }) {
  const { t } = useLocale()
  return (
    <Fragment>
      {may ? (
        <span className="rights-may" aria-hidden="true">
          <Tick size={14} />
        </span>
      ) : (
        <span className="rights-not" aria-hidden="true">
          ·
        </span>
      )}
      <span className="sr-only">{may ? t('May') : t('May not')}</span>
    </Fragment>
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
