import { workerPolicy } from '../../shared/content-policy.ts'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy(workerPolicy, { createScriptURL: (address) => address })

/** Vouches for the address of a worker's script, which the content policy does not take as plain text: only for the build's own files. */
export function trustedScript(address: string): string {
  return policy ? policy.createScriptURL(address) : address
}
