import { toApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { returnMissing, takeMissing } from '../i18n/missing-keys.ts'
import { currentUser } from './session.ts'

const everyMillis = 5_000

/** Tells the server now and then which texts have no translation (POST /locales/add/{lng}/{ns}), once somebody is signed in. */
export function startSendingMissingKeys(): void {
  setInterval(() => void sendMissingKeys(), everyMillis)
}

async function sendMissingKeys(): Promise<void> {
  const batch = currentUser() ? takeMissing() : null
  if (batch === null) return
  const fields = Object.fromEntries(batch.keys.map((key) => [key, '']))
  try {
    await api.house.addMissingKeys({ ...fields, lng: batch.language, ns: 'translation' })
  } catch (failure) {
    // A refusal would be the same the next time; a lost connection would not.
    if (toApiError(failure).status === 0) returnMissing(batch)
  }
}
