/**
 * Reports unhandled promises in the folders whose types overflow the stack of Biome's rule (biome.promises.json has the others). A
 * statement that is a promise is an error, unless it is awaited, marked with `void`, or has a rejection handler.
 */
import { join, relative } from 'node:path';
import { ts } from '@ts-morph/common';

const ROOT = join(import.meta.dirname, '..');
const CHECKED = /^(?:src\/(?:service|mcp)|scripts\/bench-service)\/|^src\/cli\.ts$/;

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
const roots = ['src', 'scripts']
  .flatMap((folder) => ts.sys.readDirectory(join(ROOT, folder), ['.ts']))
  .filter((path) => CHECKED.test(relative(ROOT, path)));
const host = ts.createCompilerHost(options);
// The package does not have the language's declarations; those of the installed compiler are in its folder for this platform.
const library = join(ROOT, `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib`);
host.getDefaultLibLocation = () => library;
host.getDefaultLibFileName = (asked) => join(library, ts.getDefaultLibFileName(asked));
const program = ts.createProgram(roots, options, host);
if (program.getGlobalDiagnostics().length > 0) throw new Error('the declarations of the language were not found');
const checker = program.getTypeChecker();

/** Whether the value is a promise whose rejection may go unnoticed. */
function isFloating(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isFloating(expression.expression);
  if (ts.isConditionalExpression(expression))
    return isFloating(expression.whenTrue) || isFloating(expression.whenFalse);
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) return false;
    return isFloating(expression.right);
  }
  if (ts.isVoidExpression(expression) || ts.isAwaitExpression(expression)) return false;
  if (!isThenable(expression)) return false;
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return true;
  const { name, expression: receiver } = expression.expression;
  if (name.text === 'catch' && expression.arguments.length > 0) return false;
  if (name.text === 'then' && expression.arguments.length > 1) return false;
  return name.text === 'finally' ? isFloating(receiver) : true;
}

function isThenable(expression: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(expression);
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => ['Promise', 'PromiseLike'].includes(part.getSymbol()?.name ?? ''));
}

function visit(node: ts.Node, found: ts.Node[]): ts.Node[] {
  if (ts.isExpressionStatement(node) && isFloating(node.expression)) found.push(node);
  ts.forEachChild(node, (child) => void visit(child, found));
  return found;
}

for (const path of roots) {
  const file = program.getSourceFile(path);
  if (file === undefined) continue;
  for (const node of visit(file, [])) {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    process.stderr.write(`${relative(ROOT, path)}:${line + 1}: a promise that nobody waits for\n`);
    process.exitCode = 1;
  }
}
