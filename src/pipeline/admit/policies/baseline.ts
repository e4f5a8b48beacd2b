import type { AdmissionInput } from "../../../ports/policy.ts";
import { type Admission, openAdmission } from "../admission.ts";
import { identityOffer, wholeOffers } from "../offers-of.ts";

/** Begins the run of a baseline: candidates enter as a whole, and the same lines enter once. */
export function openBaseline(input: AdmissionInput, version: string): Admission {
  return openAdmission(input, {
    version,
    offersOf: wholeOffers,
    namedAs: identityOffer,
    redundantBy: "lines",
  });
}
