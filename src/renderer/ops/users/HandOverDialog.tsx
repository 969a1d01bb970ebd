import { HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { kindsBound } from '../../../shared/areas/people/own-sites.ts'
import { allowed } from '../../../shared/areas.ts'
import { type Role, roles } from '../../../shared/kernel/roles.ts'
import type { CallData, CallInput } from '../../actions/calls.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

/** What a person holds at a site of QC. */
export type Held = NonNullable<CallData<'people.getUserDetails'>['held']>[number]
export type Handing = NonNullable<CallInput<'people.updateUser'>['handing']>[number]

export const offWords = key(
  'All sessions of this user end at once, and nobody can sign in to the account until it is switched on again. What they did stays.',
)

const inspecting: Record<Held['sites'], readonly Role[]> = { china_qc: allowed.chinaQc, india_qc: allowed.indiaQc }

/** Of what somebody holds, what they leave behind with this role and these sites; the server has the last word. */
export function leftBehind(
  held: readonly Held[],
  after: { role: Role | ''; sites: readonly string[]; isActive: boolean },
): Held[] {
  const { role, sites, isActive } = after
  const known = roles.find((one) => one === role)
  return held.filter(
    (one) =>
      !isActive ||
      known === undefined ||
      !inspecting[one.sites].includes(known) ||
      (sites.length > 0 && kindsBound(known).includes(one.sites) && !sites.includes(one.site)),
  )
}

interface HandOverDialogProps extends DialogTurn {
  name: string
  left: readonly Held[]
  confirm: string
  /** The account is being switched off. */
  isOff?: boolean
  onChosen: (handing: Handing[]) => void
}

/** Asks who takes the open boxes of a person who leaves a site of QC: a colleague there, or nobody yet. */
export function HandOverDialog({ name: person, left, confirm, isOff = false, onChosen, ...turn }: HandOverDialogProps) {
  const { t, name, plural } = useLocale()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const said = ({ boxes, counts_begun, inspections_begun }: Held) =>
    [
      plural(boxes, '1 open box', '{{n}} open boxes'),
      ...(counts_begun > 0 ? [plural(counts_begun, '1 count begun', '{{n}} counts begun')] : []),
      ...(inspections_begun > 0 ? [plural(inspections_begun, '1 inspection begun', '{{n}} inspections begun')] : []),
    ].join(' · ')
  const give = () => {
    onChosen(left.map(({ site }) => ({ site, to: chosen[site] || null })))
    turn.onClose()
  }
  return (
    <Modal
      {...turn}
      title={
        isOff ? t('Switch off {{name}}?', { name: person }) : t('Who takes the boxes of {{name}}?', { name: person })
      }
      width={560}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          give()
        }}
      >
        <DialogParts onCancel={turn.onClose} step={{ text: confirm, ...(isOff && { intent: 'danger' as const }) }}>
          {isOff ? <p>{t(offWords)}</p> : null}
          {left.map((one) => (
            <fieldset key={one.site} className="hand-over-site">
              <legend>
                {name(one.site_name, one.site_name_zh)} <span className="code">{one.site}</span>
              </legend>
              <p>{said(one)}</p>
              <HTMLSelect
                fill
                aria-label={t('Who takes the boxes of {{name}}?', { name: name(one.site_name, one.site_name_zh) })}
                value={chosen[one.site] ?? ''}
                options={[
                  { value: '', label: t('Nobody: a lead gives them out') },
                  ...one.colleagues.map(({ id, name: label }) => ({ value: id, label })),
                ]}
                onChange={(event) => setChosen({ ...chosen, [one.site]: event.currentTarget.value })}
              />
            </fieldset>
          ))}
          <Callout>{t('What was counted and inspected stays; whoever takes a box goes on with it.')}</Callout>
        </DialogParts>
      </form>
    </Modal>
  )
}
