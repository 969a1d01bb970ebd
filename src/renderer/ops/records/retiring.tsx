import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { KindName } from '../../../shared/areas/data/kinds.ts'
import type { RecordKind } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { DialogParts, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'

interface Retiring {
  ids: readonly string[]
  is_retired: boolean
  /** What is still needed stays; it is asked for when the refusal has said what that is. */
  only_unused?: boolean
}

interface Refused {
  error: ApiError
  ids: readonly string[]
  /** Those that nothing needs. */
  others: number
}

/** Takes records out of use, which is asked about first, or back into it. A refusal says of each where it is still needed. */
export function useRetire(kind: RecordKind<KindName>, after: () => void = () => undefined) {
  const { t, plural } = useLocale()
  const [refused, setRefused] = useState<Refused | null>(null)
  const send = ({ ids, is_retired, only_unused }: Retiring, options: { key?: string }) =>
    api.data.retireRecords({ kind: kind.kind, ids: [...ids], is_retired, ...(only_unused && { only_unused }) }, options)
  const action = useAskedAction(send, {
    ask: ({ ids, is_retired, only_unused }) =>
      is_retired && !only_unused
        ? {
            title: t(ids.length === 1 ? '{{kind}}: retire 1 record?' : '{{kind}}: retire {{n}} records?', {
              ...{ kind: t(kind.many), n: ids.length },
            }),
            text: t(
              'What is retired is offered nowhere any more, and files that name it are refused. What was done with it stays, and it can be used again.',
            ),
            confirm: t('Retire'),
            isDangerous: true,
          }
        : null,
    done: ({ data }, { is_retired }) =>
      is_retired
        ? plural(data.changed, '1 record retired.', '{{n}} records retired.')
        : plural(data.changed, '1 record is in use again.', '{{n}} records are in use again.'),
    undo: (_, { ids, is_retired }, options) => send({ ids, is_retired: !is_retired }, options),
    failed: (error, { ids }) => {
      const isSaid = error.details.message_key === recordWords.inUse
      const needed = Number(error.details.values?.needed ?? ids.length)
      if (isSaid) setRefused({ error, ids, others: ids.length - needed })
      return isSaid
    },
    refresh: ['data', 'production'],
    after,
  })
  return {
    ...action,
    dialog: (
      <>
        {action.dialog}
        <StillNeeded
          refused={refused}
          onClose={() => setRefused(null)}
          onOthers={(ids) => {
            setRefused(null)
            action.ask({ ids, is_retired: true, only_unused: true })
          }}
        />
      </>
    ),
  }
}

interface StillNeededProps {
  refused: Refused | null
  onClose: () => void
  onOthers: (ids: readonly string[]) => void
}

function StillNeeded({ refused, onClose, onOthers }: StillNeededProps) {
  const { t, plural } = useLocale()
  if (refused === null) return null
  const { error, ids, others } = refused
  const said = usesIn(String(error.details.values?.where ?? ''))
  const unsaid = ids.length - others - said.length
  return (
    <Modal isOpen onClose={onClose} title={t('Still needed')} width={560}>
      <DialogParts
        onCancel={onClose}
        step={
          others > 0
            ? {
                text: plural(others, 'Retire the other record', 'Retire the {{n}} others'),
                intent: 'danger',
                run: () => onOthers(ids),
              }
            : null
        }
      >
        <p role="alert">{t('Nothing was retired. These are still in use:')}</p>
        <ul className="records-needed">
          {said.map(({ code, uses }) => (
            <li key={code}>
              <span className="code">{code}</span>
              {uses.map(([word, codes]) => (
                <div key={word} className="muted">
                  {t(word)}: {codes}
                </div>
              ))}
            </li>
          ))}
        </ul>
        {unsaid > 0 && <p className="muted">{t('and {{n}} more', { n: unsaid })}</p>}
      </DialogParts>
    </Modal>
  )
}

/** Where records are needed, in the server's words. */
export const needs = [
  key('Orders'),
  key('Boxes at QC'),
  key('Boxes on their way'),
  key('Stock'),
  key('Styles'),
] as const

/** Each record that is still needed, and by what: the server says `GZ01 (Orders: PO-1, PO-2; Stock: A); SZ02 (…)`. */
export function usesIn(where: string): { code: string; uses: [word: string, codes: string][] }[] {
  return where.split(/(?<=\)); /).map((one) => {
    const [, code = one, uses = ''] = /^(.*?) \((.*)\)$/.exec(one) ?? []
    const each = uses === '' ? [] : uses.split('; ')
    return {
      code: code.replaceAll('~', ' · '),
      uses: each.map((use) => [use.split(': ', 1)[0] ?? use, use.slice(use.indexOf(': ') + 2)]),
    }
  })
}

interface RetireButtonProps {
  id: string
  isRetired: boolean
  retire: ReturnType<typeof useRetire>
}

/** For the foot of a record's drawer. */
export function RetireButton({ id, isRetired, retire }: RetireButtonProps) {
  const { t } = useLocale()
  return (
    <Button
      text={isRetired ? t('Use again') : t('Retire…')}
      loading={retire.isRunning}
      onClick={() => retire.ask({ ids: [id], is_retired: !isRetired })}
    />
  )
}
