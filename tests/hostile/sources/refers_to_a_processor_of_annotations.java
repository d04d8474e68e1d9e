// expects: built
@javax.annotation.processing.SupportedAnnotationTypes("*")
public class bot extends javax.annotation.processing.AbstractProcessor {
  static { System.out.println(new java.io.File("SECRET").length()); }
  public boolean process(java.util.Set<? extends javax.lang.model.element.TypeElement> s,
    javax.annotation.processing.RoundEnvironment e) { throw new Error(); }
  public static void main(String[] a) {} }
