import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import {
  type CatalogueStatus,
  catalogueStatuses,
  isDecision,
  mayGo,
  movesFrom,
} from '../../../shared/areas/catalogue/statuses.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { Callout } from '../../kit/states.tsx'
import { sessionAtom } from '../../session/session.ts'
import { useLocale } from '../../table/words.ts'

type Result = CallData<'catalogue.updateVendorCatalogue'>['results'][number]

interface MoveDialogProps extends DialogTurn {
  rows: readonly CatalogueRow[]
  /** Some of them moved. */
  onDone?: () => void
}

/** Moves many styles at once where the user may, out of a side state too; what cannot go is told by name, and the rest goes. */
export function MoveDialog({ rows, onDone, ...turn }: MoveDialogProps) {
  const { t, plural } = useLocale()
  const [to, setTo] = useState<CatalogueStatus | ''>('')
  const said = useTyped(`move.${draftOfAll(rows.map(({ catalogue_id }) => catalogue_id))}`, z.string(), '')
  const { value: remark, change: setRemark } = said
  const [refused, setRefused] = useState<readonly Result[]>([])
  const session = useAtomValue(sessionAtom)
  const ways = rows.flatMap(({ status, came_from, supply_chain, review }) =>
    status === null || session.state !== 'signed-in'
      ? []
      : movesFrom(status, came_from)
          .filter((way) => mayGo(way, supply_chain, session.user))
          .filter(({ to: next }) => !isDecision(status, next) || review?.is_responsible === true),
  )
  const open = catalogueStatuses.filter((one) => ways.some((way) => way.to === one))
  const needsRemark = ways.some((way) => way.to === to && way.needsRemark)
  const move = useAction(
    (status: CatalogueStatus, options) =>
      api.catalogue.updateVendorCatalogue(
        {
          ...{ catalogue_ids: rows.map(({ catalogue_id }) => catalogue_id), to: status, mode: 'each' },
          ...(remark.trim() !== '' && { remark: remark.trim() }),
        },
        options,
      ),
    { refresh: ['catalogue'] },
  )
  const send = async () => {
    const reply = to === '' ? undefined : await move.run(to)
    if (!reply) return
    const left = reply.data.results.filter(({ outcome }) => outcome === 'refused')
    said.reset()
    setRefused(left)
    if (left.length < rows.length) onDone?.()
    if (left.length === 0) turn.onClose()
  }
  return (
    <Modal {...turn} title={plural(rows.length, 'Move 1 style', 'Move {{n}} styles')} width={480} isTyped>
      <DialogParts
        onCancel={turn.onClose}
        step={
          refused.length > 0
            ? null
            : {
                ...{ text: t('Move'), run: () => void send(), isRunning: move.isRunning },
                isOff: to === '' || (needsRemark && remark.trim() === ''),
              }
        }
      >
        {refused.length > 0 ? (
          <Callout tone="warn">
            {plural(refused.length, '1 style stays where it is:', '{{n}} styles stay where they are:')}
            <ul className="catalogue-refused">
              {refused.map((one) => (
                <li key={one.catalogue_id}>
                  <span className="code">{one.catalogue_id}</span> {t(one.message, one.values)}
                </li>
              ))}
            </ul>
          </Callout>
        ) : (
          <>
            {open.length === 0 ? <p className="muted">{t('None of these can be moved on by you.')}</p> : null}
            <ChoiceField
              label={t('To')}
              value={to}
              onChange={setTo}
              choices={[['', '–'] as const, ...open.map((one) => [one, t(one)] as const)]}
            />
            <RemarkField label={needsRemark ? t('Why?') : t('Remark')} value={remark} onChange={setRemark} />
          </>
        )}
      </DialogParts>
    </Modal>
  )
}
