import { describe, expect, test } from 'vitest';
import { chooseKernels } from '../../src/internal.ts';

const INT = '_Z3fooIiEvPT_';
const FLOAT = '_Z3fooIfEvPT_';
const SYCL = '_ZTSN2ns6KernelIiLi4EEE';
const ADD = '_Z3addii';
const ADDF = '_Z3addff';
const LOCAL = '_ZN12_GLOBAL__N_13barEi';
const NAMES = [INT, FLOAT, SYCL, ADD, ADDF, LOCAL, 'saxpy', 'saxpy_wide', 'add'];

const chosen = (given: string, parts?: boolean) => [...chooseKernels(given, NAMES, parts).names];

describe('a kernel is found by', () => {
  test.each([
    ['its name', INT, [INT]],
    ['its name, though it is also a part of others', 'saxpy', ['saxpy']],
    ['its name, though it is also the demangled name of others', 'add', ['add']],
    ['its demangled name', 'void foo<int>(int*)', [INT]],
    ['its demangled name with blanks elsewhere', 'void foo< int >( int * )', [INT]],
    ['its demangled name without what it returns', 'foo<float>(float*)', [FLOAT]],
    ['its demangled name without parameters', 'foo<int>', [INT]],
    ['its demangled name with parameters', 'add(int, int)', [ADD]],
    ['the type of a SYCL kernel', 'ns::Kernel<int,4>', [SYCL]],
    ['a name in an anonymous namespace', '(anonymous namespace)::bar', [LOCAL]],
    ['a part that only it has', 'wide', ['saxpy_wide']],
    ['a part of its demangled name', 'Kernel', [SYCL]],
    ['a pattern of names', '_Z3foo*', [INT, FLOAT]],
    ['a pattern of demangled names', 'foo<*', [INT, FLOAT]],
    ['a pattern of names and demangled names', '*add*', [ADD, ADDF, 'add']],
  ])('%s', (_, given, names) => {
    expect(chosen(given)).toEqual(names);
  });

  test('an asterisk of a pointer is not a pattern if the demangled name has it', () => {
    expect(chosen('foo<int>(int*)')).toEqual([INT]);
  });

  test.each(['', 'nope', 'foo', 'bar*', 'Saxpy'])('nothing by %j, and the reason is said', (given) => {
    const { names, why } = chooseKernels(given, NAMES);
    expect([...names]).toEqual([]);
    expect(why).not.toBe('');
  });

  test('a part of several is ambiguous, and they are listed', () => {
    const { names, why } = chooseKernels('foo', NAMES);
    expect(names.size).toBe(0);
    expect(why).toContain('void foo<int>(int*), void foo<float>(float*)');
  });

  test('overloads without their parameters are ambiguous', () => {
    const { why } = chooseKernels('add', [ADD, ADDF]);
    expect(why).toContain('add(int, int), add(float, float)');
  });

  test('a verb that writes needs the whole name', () => {
    expect(chosen('wide', false)).toEqual([]);
    expect(chosen('saxpy*', false)).toEqual([]);
    expect(chosen('foo<int>', false)).toEqual([INT]);
  });

  test('a name that is nearly one is suggested, else all are listed', () => {
    expect(chooseKernels('sapxy', NAMES).why).toContain('did you mean saxpy?');
    expect(chooseKernels('foo<itn>', NAMES).why).toContain('did you mean foo<int>?');
    expect(chooseKernels('xyzzy', NAMES).why).toContain('saxpy_wide');
    expect(chooseKernels('xyzzy', []).why).not.toBe('');
  });

  test('names with letters that confuse brackets are found whole', () => {
    const names = ['_ZlsiRK1A', '_ZN1AcviEv', '_ZN1AclEv', 'a)(b', '>', '<<<'];
    for (const name of names) expect([...chooseKernels(name, names).names]).toEqual([name]);
    for (const given of ['operator<<(int, A const&)', 'A::operator int()', 'A::operator()()'])
      expect(chooseKernels(given, names).names.size).toBe(1);
  });
});
