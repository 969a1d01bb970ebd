import { useState } from 'react'
import { conditionWords, placeWords } from '../../../shared/areas/stock/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { playSound, readSoundSettings } from '../../scan/sounds.ts'
import { useLocale } from '../../table/words.ts'

type Checked = CallData<'gatePasses.validateGatepass'> & { code: string }

/** Says of a scanned code whether it may go on a pass, and where it lies; nothing is packed. */
export function useCheckCode(gate_pass: string) {
  const { t } = useLocale()
  const [isOn, setOn] = useState(false)
  const [checked, setChecked] = useState<Checked | null>(null)
  const look = useAction(
    async (code: string, options) => ({
      ...(await api.gatePasses.validateGatepass({ gate_pass, code }, options)).data,
      code,
    }),
    { refresh: [], done: () => null },
  )
  return {
    isOn,
    check: async (code: string) => {
      const said = await look.run(code)
      playSound(said?.may_go ? 'good' : 'unknown', readSoundSettings())
      if (said) setChecked(said)
    },
    choice: (
      <label className="check-label">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            setChecked(null)
          }}
        />
        {t('Only check, pack nothing')}
      </label>
    ),
    shown: isOn ? (
      checked === null ? (
        <p className="muted">{t('Scan a code to check it.')}</p>
      ) : (
        <Said {...checked} />
      )
    ) : null,
  }
}

function Said({ code, may_go, message, values, where }: Checked) {
  const { t, name, number } = useLocale()
  const say = useSay()
  return (
    <section aria-label={t('Checked')} className="checked-code" data-tone={may_go ? 'good' : 'bad'}>
      <b className="code">{code}</b>
      <p role="status">{say.message(message, values)}</p>
      {where.length > 0 ? (
        <ul>
          {where.map((at) => (
            <li key={[at.site, at.place, at.shelf, at.condition, at.gate_pass].join(' ')}>
              {[
                name(at.site_name, at.site_name_zh),
                at.shelf ?? t(placeWords[at.place]),
                at.gate_pass,
                t(conditionWords[at.condition]),
                t('{{n}} pcs', { n: number(at.quantity) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
