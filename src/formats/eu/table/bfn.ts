/**
 * The expressions of `bfn` by the number of its function: bit i of the number is the result for the source bits s0 = i & 1, s1 = i >> 1 &
 * 1, s2 = i >> 2. Of several expressions for a function, this is the one that is printed.
 *
 * Source: visa/iga/IGALibrary/api/iga_bxml_enums.cpp of intel/intel-graphics-compiler.
 */
const TEXT = `
zeros ~s0&~s1&~s2 s0&~s1&~s2 ~s1&~s2 ~s0&s1&~s2 ~s0&~s2 (s0^s1)&~s2 (~s0|~s1)&~s2
s0&s1&~s2 (s0^~s1)&~s2 s0&~s2 (s0|~s1)&~s2 s1&~s2 (~s0|s1)&~s2 (s0|s1)&~s2 ~s2
~s0&~s1&s2 ~s0&~s1 (s0^s2)&~s1 (~s0|~s2)&~s1 ~s0&(s1^s2) ~s0&(~s1|~s2) s0^(s0&s1|s1^s2) ~s0&~s1|(~s0|~s1)&~s2
(s0^s2)&(s1^s2) s0^(s0&s2|~s1) s0^(s0|~s1)&s2 s0&~s2|~s0&~s1 (s0&s2|s1)^s2 ~s0&~s1|s1&~s2 (s0|s1)^s2 ~s0&~s1|~s2
s0&~s1&s2 (s0^~s2)&~s1 s0&~s1 (s0|~s2)&~s1 (s0^s1)&(s1^s2) s0^(s0&s1|~s2) s0^(s0|~s2)&s1 s0&~s1|~s0&~s2
s0&(s1^s2) s0^(s0|~s1)&(s1^~s2) s0&(~s1|~s2) s0&~s1|(s0|~s1)&~s2 (~s0&s2|s1)^s2 (~s0|s1)^s2 s0&~s1|s1&~s2 s0&~s1|~s2
~s1&s2 (~s0|s2)&~s1 (s0|s2)&~s1 ~s1 (s0&s1|s2)^s1 ~s0&~s2|~s1&s2 (s0|s2)^s1 ~s0&~s2|~s1
(~s0&s1|s2)^s1 (~s0|s2)^s1 s0&~s2|~s1&s2 s0&~s2|~s1 s1^s2 ~s0&~s1|s1^s2 s0&~s1|s1^s2 ~s1|~s2
~s0&s1&s2 ~s0&(s1^~s2) (s0^s1)&(s1^~s2) (s0&s1|~s2)^s1 ~s0&s1 ~s0&(s1|~s2) s0^(s0&s2|s1) ~s0&s1|~s1&~s2
(s0^s2)&s1 s0^(s0&s2|s1^~s2) s0^(s0|s1)&s2 (s0|~s1)^s2 (~s0|~s2)&s1 ~s0&s1|(~s0|s1)&~s2 s0&~s2|~s0&s1 ~s0&s1|~s2
~s0&s2 ~s0&(~s1|s2) s0^(s0&s1|s2) ~s0&s2|~s1&~s2 ~s0&(s1|s2) ~s0 s0^(s1|s2) ~s0|~s1&~s2
s0^(s0&~s1|s2) s0^(~s1|s2) s0^s2 s0^s2|~s0&~s1 ~s0&s2|s1&~s2 ~s0|s1&~s2 s0^s2|s1&~s2 ~s0|~s2
(s0^s1)&s2 s0^(s0&s1|s1^~s2) s0^(s0|s2)&s1 (s0|~s2)^s1 s0^(s0&~s2|s1) s0^(s1|~s2) s0^s1 s0^s1|~s0&~s2
s0^(s0|s1)&(s1^~s2) s0^s1^~s2 s0^s1&s2 s0^s1&s2|~s1&~s2 (~s0|~s2)^~s1 s0^(s1|~s2)|s1&~s2 s0^s1|s0&~s2 s0^s1|~s2
(~s0|~s1)&s2 ~s0&s2|(~s0|s2)&~s1 s0&~s1|~s0&s2 ~s0&s2|~s1 ~s0&s1|~s1&s2 ~s0|~s1&s2 s0^s1|~s0&s2 ~s0|~s1
(~s0|~s1)^~s2 s0^(~s1|s2)|~s1&s2 s0^s2|s0&~s1 s0^s2|~s1 ~s0&s1|s1^s2 ~s0|s1^s2 s0^s1|s1^s2 ~s0|~s1|~s2
s0&s1&s2 (s0^~s1)&(s1^~s2) s0&(s1^~s2) (~s0&s1|~s2)^s1 (s0^~s2)&s1 s0^(s0&~s1|~s2) s0^(s0|s1)&(s1^s2) (~s0|~s1)^s2
s0&s1 s0^(s0|~s2)&~s1 s0&(s1|~s2) s0&s1|~s1&~s2 (s0|~s2)&s1 s0&s1|~s0&~s2 s0&s1|(s0|s1)&~s2 s0&s1|~s2
(s0^~s1)&s2 s0^(s0&~s2|~s1) s0^(s0|s2)&(s1^s2) (~s0|~s2)^s1 s0^(s0&~s1|s1^s2) s0^(~s1|~s2) s0^s1^s2 s0^(~s1|~s2)|~s1&~s2
s0^(s0|s2)&~s1 s0^~s1 s0^~s1&s2 s0^~s1|s0&~s2 (s0|~s2)^~s1 s0^~s1|s1&~s2 s0^~s1&s2|s1&~s2 s0^~s1|~s2
s0&s2 s0^(s0|~s1)&~s2 s0&(~s1|s2) s0&s2|~s1&~s2 s0^(s0|s1)&~s2 s0^~s2 s0^s1&~s2 s0^~s2|s0&~s1
s0&(s1|s2) s0^~s1&~s2 s0 s0|~s1&~s2 s0&s2|s1&~s2 s0^~s2|s0&s1 s0|s1&~s2 s0|~s2
(s0|~s1)&s2 s0&s2|~s0&~s1 s0&s2|(s0|s2)&~s1 s0&s2|~s1 (s0|~s1)^~s2 s0^~s2|~s0&~s1 s0^s1&~s2|~s1&s2 s0^~s2|~s1
s0&s1|~s1&s2 s0^~s1|s0&s2 s0|~s1&s2 s0|~s1 s0&s1|s1^s2 s0^~s1|s1^s2 s0|s1^s2 s0|~s1|~s2
s1&s2 (s0&~s1|s2)^~s1 (~s0&~s1|s2)^~s1 s1^~s2 (~s0|s2)&s1 ~s0&~s2|s1&s2 (~s0|s2)^~s1 ~s0&s1|s1^~s2
(s0|s2)&s1 (s0|s2)^~s1 s0&~s2|s1&s2 s0&s1|s1^~s2 s1 ~s0&~s2|s1 s0&~s2|s1 s1|~s2
(~s0|s1)&s2 ~s0&~s1|s1&s2 (~s0|s1)^~s2 ~s0&s2|s1^~s2 ~s0&s1|(~s0|s1)&s2 ~s0|s1&s2 s0^(s1|s2)|s1&s2 ~s0|s1^~s2
s0&s1|~s0&s2 s0^~s1|s1&s2 s0^s2|s0&s1 s0^s2|s1^~s2 ~s0&s2|s1 ~s0|s1 s0^s2|s1 ~s0|s1|~s2
(s0|s1)&s2 (s0|s1)^~s2 s0&~s1|s1&s2 s0&s2|s1^~s2 s0&s2|~s0&s1 s0^~s2|s1&s2 s0^s1|s0&s2 s0^s1|s1^~s2
s0&s1|(s0|s1)&s2 s0^~s1&~s2|s1&s2 s0|s1&s2 s0|s1^~s2 s0&s2|s1 s0^~s2|s1 s0|s1 s0|s1|~s2
s2 ~s0&~s1|s2 s0&~s1|s2 ~s1|s2 ~s0&s1|s2 ~s0|s2 s0^s1|s2 ~s0|~s1|s2
s0&s1|s2 s0^~s1|s2 s0|s2 s0|~s1|s2 s1|s2 ~s0|s1|s2 s0|s1|s2 ones
`;

export const BFN_EXPRESSIONS: readonly string[] = TEXT.trim().split(/\s+/);
