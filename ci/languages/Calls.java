import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.lang.model.util.Elements;
import javax.tools.*;

/**
 * Calls prints the declarations and the uses of functions in a folder of Java files, as javac attributes them: "def", file, offset and
 * name; "call" or "ref", file, offset and name, then the file and offset of the declaration, or "-" for one outside of the folder.
 * Places that javac cannot attribute have no line. A constructor has the place of its class.
 */
public class Calls extends TreePathScanner<Void, Void> {
    private final Trees trees;
    private final Elements elements;
    private final Path root;
    private final PrintStream out = new PrintStream(System.out, false);
    private CompilationUnitTree unit;
    private String text, file;

    Calls(JavacTask task, Path root) {
        this.trees = Trees.instance(task);
        this.elements = task.getElements();
        this.root = root;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]).toAbsolutePath();
        List<Path> files = new ArrayList<>();
        try (var all = Files.walk(root)) {
            all.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java")).sorted().forEach(files::add);
        }
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var manager = javac.getStandardFileManager(d -> { }, null, null);
        var task = (JavacTask) javac.getTask(null, manager, d -> { }, List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1000000"), null,
            manager.getJavaFileObjectsFromPaths(files));
        var units = task.parse();
        task.analyze();
        var calls = new Calls(task, root);
        for (var u : units) {
            calls.unit = u;
            calls.text = u.getSourceFile().getCharContent(true).toString();
            calls.file = calls.path(u);
            calls.scan(u, null);
        }
        calls.out.flush();
    }

    private String path(CompilationUnitTree u) {
        return root.relativize(Path.of(u.getSourceFile().toUri())).toString().replace('\\', '/');
    }

    /** Returns the offset in bytes, as cortex counts. */
    private static int bytes(String text, int at) {
        return text.substring(0, at).getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
    }

    /** Returns the file and the offset of the name of a declaration, or null for one that has none. */
    private String place(Element e) {
        if (e.getKind() == ElementKind.CONSTRUCTOR) {
            e = e.getEnclosingElement();
        }
        TreePath p = trees.getPath(e);
        if (p == null || elements.getOrigin(e) != Elements.Origin.EXPLICIT && !(p.getLeaf() instanceof VariableTree)) {
            return null;
        }
        JCTree t = (JCTree) p.getLeaf();
        String name = e.getSimpleName().toString(), text;
        try {
            text = p.getCompilationUnit().getSourceFile().getCharContent(true).toString();
        } catch (IOException x) {
            throw new java.io.UncheckedIOException(x);
        }
        int at = t.pos;
        if (t instanceof ClassTree) {
            at = name.isEmpty() ? -1 : text.indexOf(name, text.indexOf(' ', at));
        }
        return at < 0 ? null : path(p.getCompilationUnit()) + "\t" + bytes(text, at);
    }

    private void use(String what, Element e, int at, String name) {
        if (at < 0 || e == null || e.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) {
            return;
        }
        if (e.getKind() == ElementKind.CONSTRUCTOR && e.getEnclosingElement().getSimpleName().length() == 0) {
            return; // an anonymous class: its type has a place
        }
        String place = place(e);
        out.println(what + "\t" + file + "\t" + bytes(text, at) + "\t" + name + "\t" + (place == null ? "-\t0" : place));
    }

    private int end(Tree t) {
        return (int) trees.getSourcePositions().getEndPosition(unit, t);
    }

    @Override public Void visitMethodInvocation(MethodInvocationTree t, Void v) {
        Tree s = t.getMethodSelect();
        String name = s instanceof MemberSelectTree m ? m.getIdentifier().toString() : s.toString();
        use("call", trees.getElement(new TreePath(getCurrentPath(), s)), end(s) - name.length(), name);
        return super.visitMethodInvocation(t, v);
    }

    @Override public Void visitNewClass(NewClassTree t, Void v) {
        Tree s = t.getIdentifier();
        TreePath p = new TreePath(getCurrentPath(), s);
        for (;;) {
            if (s instanceof ParameterizedTypeTree g) {
                s = g.getType();
            } else if (s instanceof AnnotatedTypeTree a) {
                s = a.getUnderlyingType();
            } else {
                break;
            }
            p = new TreePath(p, s);
        }
        String name = s instanceof MemberSelectTree m ? m.getIdentifier().toString() : s.toString();
        use("new", trees.getElement(p), end(s) - name.length(), name);
        return super.visitNewClass(t, v);
    }

    @Override public Void visitMemberReference(MemberReferenceTree t, Void v) {
        boolean isNew = t.getMode() == MemberReferenceTree.ReferenceMode.NEW;
        String name = isNew ? t.getQualifierExpression().toString() : t.getName().toString();
        use("ref", trees.getElement(getCurrentPath()), end(isNew ? t.getQualifierExpression() : t) - name.length(), name);
        return super.visitMemberReference(t, v);
    }

    private void define(Tree t) {
        Element e = trees.getElement(getCurrentPath());
        if (e != null && elements.getOrigin(e) == Elements.Origin.EXPLICIT && end(t) > 0) {
            String place = e.getKind() == ElementKind.CONSTRUCTOR ? file + "\t" + bytes(text, ((JCTree) t).pos) : place(e);
            if (place != null) {
                out.println("def\t" + place + "\t" + e.getSimpleName());
            }
        }
    }

    @Override public Void visitMethod(MethodTree t, Void v) {
        define(t);
        return super.visitMethod(t, v);
    }

    @Override public Void visitClass(ClassTree t, Void v) {
        define(t);
        return super.visitClass(t, v);
    }
}
